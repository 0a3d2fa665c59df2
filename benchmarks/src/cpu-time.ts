/** CPU microseconds of this process since its start, of all threads. */
export const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
