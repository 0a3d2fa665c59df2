/** CPU microseconds of this process since its start, including its worker threads. */
export const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
