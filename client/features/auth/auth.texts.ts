import { PASSWORD_LENGTH } from '#contract/fields.ts'
import { pages } from '#contract/pages.ts'
import { counted, numberText } from '#domain/number-text.ts'

/** Texts of login, registration and password reset. */
export const texts = {
  login: pages.login.title,
  forAdministrators: 'This page is for administrators. You are logged in as a customer.',
  wanted: 'What you wanted to do',
  steps: { login: 'Log in', register: 'Sign up' },
  pickSeats: (step: string) => `${step} to pick your seats for`,
  buyProduct: (step: string) => `${step} to buy`,
  continueTo: (step: string, page: string) => `${step} to continue to: ${page}`,
  points: (points: number) => counted(points, 'point', 'points'),
  pieces: (quantity: number, cost: string) => `${numberText(quantity)} pieces, ${cost}`,
  priceFrom: (price: string) => `from ${price}`,
  forgotLink: 'Forgot your Password?',
  noAccount: 'New here?',
  register: pages.register.title,
  registerLead: 'One account for your tickets, invoices and points.',
  haveAccount: 'Already registered?',
  registered: 'Registration was successful. Please log in.',

  secondStep: 'Second step',
  secondStepLead: 'Enter the code from your authenticator app, or one of your recovery codes.',
  code: 'Code',
  otherLogin: 'Back to password',

  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  passwordHint: `At least ${PASSWORD_LENGTH.least} characters`,

  forgot: pages.forgotPassword.title,
  forgotLead: "Enter your email and we'll send you a link to set a new password.",
  sendLink: 'Send Link',
  linkSent: 'A link to reset your password was sent to the email address!',
  linkOnItsWay: (email: string) =>
    `If ${email} has an account, the link is on its way. It works once, for 30 minutes. Check your spam folder too.`,
  backToLogin: 'Back to login',

  confirmEmail: pages.confirmEmail.title,
  confirmLead: 'One click and your address is confirmed.',
  confirmByPassword: 'Enter the password of your account, and your address is confirmed.',
  confirmAction: 'Confirm Address',
  confirmed: 'Your email address is confirmed. You can log in now.',
  confirmedHere: 'Your email address is confirmed. You can pick up where you left off.',
  missingConfirmation: 'The confirmation link is incomplete. Please open the link in your email again.',
  toShop: 'Go to the shop',
  toProfile: 'Go to your profile',
  lookIntoMailbox: (email: string) =>
    `We've sent an email to ${email}. Open the link in it to confirm your address, then log in.`,

  reset: pages.passwordReset.title,
  missingToken: 'Missing password reset token',
  newLink: 'Request a new link',
  changePassword: 'Change Password',
  changed: 'Your password was changed successfully!',
  checking: 'Checking your link …',
}
