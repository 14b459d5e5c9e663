import { execPath, platform } from 'node:process'

/**
 * Limits the private memory of a process. Node reserves 0.65 GB of it without using it; the largest accepted picture
 * needs less than half of the rest.
 */
const MEMORY_KB = 1_500_000
/** Environment variables that some systems need to start any program. The process gets no others from the server. */
const INHERITED = ['LD_LIBRARY_PATH', 'SystemRoot']

/** Returns the command that starts Node for untrusted content, with limited memory and without the server's secrets. */
export function limitedCommand(nodeArgs: readonly string[]) {
  const node = [execPath, ...nodeArgs]
  const [program = execPath, ...args] = platform === 'win32' ? node : withMemoryLimit(node)
  const env: NodeJS.ProcessEnv = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]))
  return { program, args, env }
}

/** Wraps a command in a shell that sets the limit, because Node cannot. The shell then becomes the command. */
function withMemoryLimit(command: readonly string[]): string[] {
  return ['/bin/sh', '-c', `ulimit -d ${MEMORY_KB}; exec "$@"`, 'sh', ...command]
}
