/** Waits for the next task, so that the browser can draw and answer input in between. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
