import { numberText } from '#domain/number-text.ts'
import { pages } from '#contract/pages.ts'
import { PASSWORD_LENGTH } from '#contract/fields.ts'

/** Texts of the profile. */
export const texts = {
  profile: pages.profile.title,
  welcome: (firstName: string) => `Hello, ${firstName}!`,
  toTickets: 'Show my Tickets',
  redeem: (points: number) => `Redeem Points (${numberText(points)})`,
  unconfirmed: (email: string) =>
    `Please confirm your email address ${email}. Until then you can pick seats and fill your cart, but not reserve or order.`,
  enterCode: 'Enter Code',
  sendAgain: 'Resend email',
  sentAgain: 'Another email is on its way.',
  personalData: 'Personal data',
  email: 'Email',
  address: 'Address',
  addressHint: 'Street and number, postal code, city',
  wantsReminders: 'Remind me about my shows',
  remindersHint: 'An email the day before, with time, venue and seats.',
  save: 'Save Changes',
  saved: 'Edit was successful.',
  password: 'Change password',
  passwordLead: "You'll stay logged in here and be logged out on other devices.",
  oldPassword: 'Old password',
  newPassword: 'New password',
  newPasswordHint: `At least ${PASSWORD_LENGTH.least} characters`,
  confirmPassword: 'Confirm new password',
  passwordChanged: 'Your password was changed successfully!',
  ownData: 'Your data',
  ownDataLead: 'A file with everything the shop stores about you: profile, tickets, invoices, points and more.',
  downloadData: 'Download my Data',
  dataFile: 'my-data.json',
  deletion: 'Delete account',
  deletionLead:
    'Your name, address and reservations are deleted immediately. Invoices are kept for as long as the law requires, but you can no longer see them or your tickets here.',
  deleteQuestion: 'Are you sure you want to delete your account? This is permanent and can not be undone!',
  delete: 'Delete',
  cancel: 'Cancel',
  yourPassword: 'Your password',
  deleted: (email: string) => `Deleted your account (${email}). You're logged out.`,
}
