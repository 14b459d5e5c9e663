import { execFile } from 'node:child_process'

/** The exit status and the output of a command. */
export type CommandOutput = { code: number; stdout: string; stderr: string }

/** Runs an operator's command in a process of its own, with these settings alone to find the shop. */
export function runOperatorCommand(
  name: string,
  args: readonly string[],
  settings: Record<string, string>,
): Promise<CommandOutput> {
  const { DATABASE_URL: _url, DATA_DIR: _dir, ...env } = process.env
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`server/commands/${name}.ts`, ...args],
      { env: { ...env, ...settings }, timeout: 60_000 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

/** Returns the output of a command that refused with this text and did nothing. */
export const refusedWith = (stderr: string): CommandOutput => ({ code: 1, stdout: '', stderr: `${stderr}\n` })
