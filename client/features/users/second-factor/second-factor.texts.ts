import { counted } from '#domain/number-text.ts'

/** Texts of the second factor on the profile. */
export const texts = {
  secondFactor: 'Second factor',
  offLead: 'Every login also asks for a code from an app on your phone, so a stolen password alone is useless.',
  missing:
    'Administrators and staff of this shop need a second factor. Until you set it up, you can only view and edit your profile.',
  onLead: (codes: number) =>
    `Logging in takes your password and a code from your app. You have ${counted(codes, 'recovery code', 'recovery codes')} left.`,
  setUp: 'Set up',
  newCodes: 'New recovery codes',
  turnOff: 'Turn off',
  turnedOff: 'Your second factor is off. Logging in takes only your password.',

  yourPassword: 'Your password',
  goOn: 'Continue',
  scan: 'Scan this QR code with your authenticator app.',
  qrCode: 'QR code with the key',
  orType: 'Or enter this key in the app:',
  appCode: 'Six-digit code from the app',
  confirm: 'Turn on',
  code: 'Code from the app, or a recovery code',

  recoveryCodes: 'Recovery codes',
  recoveryLead:
    "Each code logs you in once if you don't have your phone. You won't see them again, so keep them somewhere safe.",
  save: 'Save as file',
  file: 'recovery-codes.txt',
  kept: "I've saved them",
}
