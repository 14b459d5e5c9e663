import { SETTING_NAMES } from './env.ts'

/** Allows one edit in DATA_DIR, two in PUBLIC_URL and three in TRUSTED_PROXIES. */
const CHARACTERS_PER_EDIT = 5
/** Shorter names, such as HOST and PORT, resemble variables of other programs. */
const SHORTEST_NAME = 8
/** The OpenTelemetry SDK reads many variables of its own. */
const FOREIGN = /^(otel|npm)_/i

/** Lists the environment variables whose names resemble a setting, and that setting. */
export function findMisspelledSettings(environment: NodeJS.ProcessEnv): { name: string; meant: string }[] {
  return Object.keys(environment)
    .filter((name) => !SETTING_NAMES.includes(name) && !FOREIGN.test(name))
    .flatMap((name) => {
      const meant = SETTING_NAMES.find((setting) => isMisspelling(name.toUpperCase(), setting))
      return meant ? [{ name, meant }] : []
    })
}

function isMisspelling(name: string, setting: string): boolean {
  const most = Math.floor(setting.length / CHARACTERS_PER_EDIT)
  return (
    setting.length >= SHORTEST_NAME &&
    Math.abs(name.length - setting.length) <= most &&
    countEdits(name, setting) <= most
  )
}

/** Counts the characters to insert, delete, replace or swap with a neighbour (optimal string alignment distance). */
function countEdits(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= from.length; row += 1) {
    const edits = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const above = rows[row - 1] ?? []
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      edits.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (edits[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (rows[row - 2]?.[column - 2] ?? Infinity) + 1 : Infinity,
        ),
      )
    }
    rows.push(edits)
  }
  return rows.at(-1)?.at(-1) ?? 0
}
