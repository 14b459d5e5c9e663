import { pages } from '#contract/pages.ts'
import { PASSWORD_LENGTH } from '#contract/fields.ts'

/** Texts of the profile. */
export const texts = {
  profile: pages.profile.title,
  welcome: (firstName: string) => `Hello, ${firstName}!`,
  toTickets: 'Show my Tickets',
  redeem: (points: number) => `Redeem Points (${points})`,
  unconfirmed: (email: string) =>
    `Your email address ${email} is not confirmed yet. Until then you can choose places and fill your cart, but not reserve or order.`,
  enterCode: 'Enter Code',
  sendAgain: 'Send the mail again',
  sentAgain: 'Another mail is on its way.',
  personalData: 'Personal data',
  email: 'Email',
  address: 'Address',
  addressHint: 'Street and number, postal code, city',
  save: 'Save Changes',
  saved: 'Edit was successful.',
  password: 'Change password',
  passwordLead: 'You stay logged in here; everywhere else you are logged out.',
  oldPassword: 'Old password',
  newPassword: 'New password',
  newPasswordHint: `${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters`,
  confirmPassword: 'Confirm new password',
  passwordChanged: 'Your password was changed successfully!',
  ownData: 'Your data',
  ownDataLead: 'One file with everything that the shop stores about you: profile, tickets, invoices, points and more.',
  downloadData: 'Download my Data',
  dataFile: 'my-data.json',
  deletion: 'Delete account',
  deletionLead:
    'Your name, your address and your reservations are deleted at once. Invoices are kept for the years that the law asks for, but neither they nor your bought tickets can be seen here any more.',
  deleteQuestion: 'Are you sure you want to delete your account? This is permanent and can not be undone!',
  delete: 'Delete',
  cancel: 'Cancel',
  yourPassword: 'Your password',
  deleted: (email: string) => `Deleted your account (${email}). You're logged out.`,
}
