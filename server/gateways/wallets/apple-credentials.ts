import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { SettingsError } from '#server/settings/env.ts'
import { readSettingFile } from './read-setting-file.ts'

/** The certificates and the key that sign passes, in PEM. */
export type AppleCredentials = { passTypeId: string; teamId: string; certificate: string; key: string; wwdr: string }

type AppleFiles = {
  passTypeId: string
  teamId: string
  certificate: string
  key: string
  passphrase: string | undefined
  wwdr: string
}

/** Reads the files that sign passes, and checks that they fit. Throws a `SettingsError` for the first that does not. */
export async function readAppleCredentials(files: AppleFiles, now: Date): Promise<AppleCredentials> {
  const { passTypeId, teamId, passphrase } = files
  const certificate = await readCertificate('APPLE_PASS_CERT', files.certificate, now)
  const wwdr = await readCertificate('APPLE_WWDR', files.wwdr, now)
  const key = readKey(await readSettingFile('APPLE_PASS_KEY', files.key), passphrase)
  const subject = certificate.subject.split('\n')
  if (!certificate.checkPrivateKey(key)) refuse('APPLE_PASS_KEY is not the key of APPLE_PASS_CERT.')
  if (!subject.includes(`UID=${passTypeId}`)) refuse(`APPLE_PASS_CERT is not for the pass type ${passTypeId}.`)
  if (!subject.includes(`OU=${teamId}`)) refuse(`APPLE_PASS_CERT is not for the team ${teamId}.`)
  if (!certificate.checkIssued(wwdr) || !certificate.verify(wwdr.publicKey)) {
    refuse('APPLE_WWDR did not issue APPLE_PASS_CERT. Take the intermediate certificate that its issuer names.')
  }
  return {
    ...{ passTypeId, teamId, certificate: certificate.toString(), wwdr: wwdr.toString() },
    key: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}

async function readCertificate(setting: string, path: string, now: Date): Promise<X509Certificate> {
  const file = await readSettingFile(setting, path)
  const certificate = parse(setting, file)
  if (certificate.validToDate < now)
    refuse(`The certificate of ${setting} expired on ${dayText(certificate.validToDate)}.`)
  if (certificate.validFromDate > now) {
    refuse(`The certificate of ${setting} is not valid before ${dayText(certificate.validFromDate)}.`)
  }
  return certificate
}

function parse(setting: string, file: Buffer): X509Certificate {
  try {
    return new X509Certificate(file)
  } catch {
    return refuse(`The file of ${setting} is no certificate.`)
  }
}

function readKey(file: Buffer, passphrase: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key: file, ...(passphrase !== undefined && { passphrase }) })
  } catch {
    return refuse('The file of APPLE_PASS_KEY is no private key in PEM, or APPLE_PASS_KEY_PASSPHRASE is wrong.')
  }
}

const dayText = (day: Date): string => day.toISOString().slice(0, 10)

function refuse(sentence: string): never {
  throw new SettingsError(`The settings cannot be used: ${sentence}`)
}
