import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const TYPE_ID = 'pass.example.foyer'
const TEAM_ID = 'FOYER12345'

/**
 * Makes a certificate authority, a certificate for passes and a service account in a folder. Returns the settings that
 * name them, and the public key of the account.
 */
export async function givenWalletFiles(folder: string) {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const authority = ['-subj', '/CN=Authority', '-days', '2', '-addext', 'keyUsage=keyCertSign']
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'ca.key', '-out', 'ca.pem', ...authority)
  const subject = `/UID=${TYPE_ID}/CN=Pass Type ID: ${TYPE_ID}/OU=${TEAM_ID}/O=Foyer`
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-passout',
    'pass:secret',
    '-keyout',
    'pass.key',
    '-out',
    'pass.csr',
    '-subj',
    subject,
  )
  const authorityFiles = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial']
  openssl('x509', '-req', '-in', 'pass.csr', ...authorityFiles, '-out', 'pass.pem', '-days', '1')
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' })
  const account = { client_email: 'shop@foyer.iam.gserviceaccount.com', private_key: key }
  await writeFile(join(folder, 'account.json'), JSON.stringify(account))
  return {
    publicKey,
    openssl,
    settings: {
      ...{ APPLE_PASS_TYPE_ID: TYPE_ID, APPLE_TEAM_ID: TEAM_ID, APPLE_PASS_KEY_PASSPHRASE: 'secret' },
      ...{ APPLE_PASS_CERT: join(folder, 'pass.pem'), APPLE_PASS_KEY: join(folder, 'pass.key') },
      ...{ APPLE_WWDR: join(folder, 'ca.pem'), GOOGLE_WALLET_ISSUER_ID: '3388000000012345678' },
      GOOGLE_WALLET_ACCOUNT: join(folder, 'account.json'),
    },
  }
}
