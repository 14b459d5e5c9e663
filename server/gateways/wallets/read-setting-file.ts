import { readFile } from 'node:fs/promises'
import { SettingsError } from '#server/settings/env.ts'

/** Reads the file that a setting names. Throws a `SettingsError` if it cannot be read. */
export async function readSettingFile(setting: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch {
    throw new SettingsError(`The settings cannot be used: the file of ${setting} cannot be read: ${path}.`)
  }
}
