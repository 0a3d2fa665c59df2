/** Query that counts the rows that nothing needs, and the rows that are missing. */
export const waste = (schema: string) => `WITH named AS (
  SELECT unnest(${schema}.tidemark_numbers(names)) AS id FROM (
    SELECT names FROM ${schema}.tidemark_checkpoints UNION ALL SELECT names FROM ${schema}.tidemark_writes
  ) AS rows
), trees AS (
  SELECT * FROM ${schema}.tidemark_checkpoints
) SELECT count(*)::int FROM (
  SELECT id FROM ${schema}.tidemark_values WHERE id NOT IN (SELECT id FROM named)
  UNION ALL SELECT id FROM named WHERE id NOT IN (SELECT id FROM ${schema}.tidemark_values)
  UNION ALL SELECT id FROM trees WHERE base IS NOT NULL AND base NOT IN (SELECT id FROM trees)
  UNION ALL SELECT id FROM trees WHERE thread IS NULL AND id NOT IN (SELECT base FROM trees WHERE base IS NOT NULL)
  UNION ALL SELECT thread FROM trees WHERE thread NOT IN (SELECT id FROM ${schema}.tidemark_threads)
  UNION ALL SELECT thread FROM ${schema}.tidemark_writes WHERE thread NOT IN (SELECT id FROM ${schema}.tidemark_threads)
) AS wasted`;
