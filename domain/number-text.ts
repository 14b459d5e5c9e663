/** Formats a whole number with thousands separators: `numberText(12500)` is `'12,500'`. */
export function numberText(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Formats a count with its noun: "1 ticket", "2 tickets", "1,000 tickets". */
export function counted(count: number, one: string, many: string): string {
  return `${numberText(count)} ${count === 1 ? one : many}`
}
