/** Returns a function that reports a value unless it equals the last one. Values are plain data. */
export function reportChanges<T>(report: (value: T) => void): (value: T) => void {
  let last = ''
  return (value) => {
    const text = JSON.stringify(value)
    if (text === last) return
    last = text
    report(value)
  }
}
