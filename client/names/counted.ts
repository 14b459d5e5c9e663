/** Formats a count with its noun: "1 ticket", "2 tickets", "0 tickets". */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
