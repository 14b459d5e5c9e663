import { counted } from '#client/names/counted.ts'

/** Texts of the second factor on the profile. */
export const texts = {
  secondFactor: 'Second factor',
  offLead:
    'A code of an app on your phone, besides the password, at every login. A stolen password alone then opens nothing.',
  missing:
    'Administrators of this shop need a second factor. Until you set it up, you can only read and change your profile.',
  onLead: (codes: number) =>
    `A login needs your password and a code of your app. You have ${counted(codes, 'recovery code', 'recovery codes')} left.`,
  setUp: 'Set up',
  newCodes: 'New recovery codes',
  turnOff: 'Turn off',
  turnedOff: 'Your second factor is off. A login needs the password alone.',

  yourPassword: 'Your password',
  goOn: 'Continue',
  scan: 'Scan this picture with your authenticator app.',
  qrCode: 'QR code of the secret',
  orType: 'Or type this secret into the app:',
  appCode: 'Code of six digits that the app shows',
  confirm: 'Turn on',
  code: 'Code of the app, or a recovery code',

  recoveryCodes: 'Recovery codes',
  recoveryLead:
    'Each of these codes opens your account once when you do not have your phone. They are shown only now: keep them in a safe place.',
  save: 'Save as a file',
  file: 'recovery-codes.txt',
  kept: 'I have kept them',
}
