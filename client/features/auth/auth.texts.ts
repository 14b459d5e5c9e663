import { PASSWORD_LENGTH } from '#contract/fields.ts'
import { pages } from '#contract/pages.ts'

/** Texts of login, registration and password reset. */
export const texts = {
  login: pages.login.title,
  loginLead: 'Welcome back.',
  forgotLink: 'Forgot your Password?',
  noAccount: 'New here?',
  register: pages.register.title,
  registerLead: 'One account for your tickets, your invoices and your points.',
  haveAccount: 'Already registered?',
  registered: 'Registration was successful. Please log in.',

  secondStep: 'Second step',
  secondStepLead: 'Please enter the code of your authenticator app, or one of your recovery codes.',
  code: 'Code',
  otherLogin: 'Back to the password',

  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  passwordHint: `${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.atRegistration} characters`,
  newPasswordHint: `${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters`,

  forgot: pages.forgotPassword.title,
  forgotLead: 'Tell us the email address of your account. We send a link to it with which you can set a new password.',
  sendLink: 'Send Link',
  linkSent: 'A link to reset your password was sent to the email address!',
  backToLogin: 'Back to the login',

  confirmEmail: pages.confirmEmail.title,
  confirmLead: 'One click, and this address is confirmed.',
  confirmAction: 'Confirm Address',
  confirmed: 'Your email address is confirmed. You can log in now.',
  confirmedHere: 'Your email address is confirmed. You can go on where you were.',
  missingConfirmation: 'The token of the confirmation link is missing. Please open the link of the mail again.',
  toShop: 'To the shop',
  toProfile: 'To your profile',
  lookIntoMailbox: (email: string) =>
    `We sent a mail to ${email}. Please open its link to confirm the address. After that you can log in.`,

  reset: pages.passwordReset.title,
  missingToken: 'Missing password reset token',
  newLink: 'Ask for a new link',
  changePassword: 'Change Password',
  changed: 'Your password was changed successfully!',
  checking: 'Checking your link …',
}
