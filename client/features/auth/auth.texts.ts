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

  reset: pages.passwordReset.title,
  missingToken: 'Missing password reset token',
  newLink: 'Ask for a new link',
  changePassword: 'Change Password',
  changed: 'Your password was changed successfully!',
  checking: 'Checking your link …',
}
