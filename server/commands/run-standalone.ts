/** Runs an operator's command. Prints the message of a failure and exits with status 1. */
export async function runStandalone(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
