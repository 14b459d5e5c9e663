import { pages } from '#contract/pages.ts'
import { PASSWORD_LENGTH } from '#contract/fields.ts'

/** Texts of the user administration. */
export const texts = {
  administration: pages.admin.title,
  create: 'Create',
  createUser: pages.createUser.title,
  saveRecording: 'Save Recording',

  users: 'Users',
  filter: 'Filter users',
  email: 'Email',
  nobody: 'No user found',
  admin: 'Administrator',
  staff: 'Staff',
  locked: 'Locked',
  of: (action: string, email: string) => `${action} ${email}`,

  lock: 'Lock',
  unlock: 'Unlock',
  wasLocked: (email: string) => `User (Email: ${email}) locked successfully`,
  wasUnlocked: (email: string) => `User (Email: ${email}) unlocked successfully`,
  giveStaff: 'Make Staff',
  takeStaff: 'Take Staff Role',
  giveQuestion: 'Let this user sell tickets, hold places, and see orders and door lists?',
  takeQuestion: 'Take the role of staff from this user?',
  isStaffNow: (email: string) => `User (Email: ${email}) is staff from the next login`,
  isNoStaff: (email: string) => `User (Email: ${email}) is no longer staff`,
  delete: 'Delete',
  deleteQuestion: 'Are you sure you want to delete this user?',
  wasDeleted: (email: string) => `User (Email: ${email}) deleted successfully`,
  resetPassword: 'Reset Password',
  resetQuestion: 'Are you sure you want to reset the password of this user?',
  resetSecondFactor: 'Reset Second Factor',
  resetSecondFactorQuestion: 'Are you sure you want to remove the second factor of this user?',
  secondFactorReset: (email: string) => `User (Email: ${email}) now logs in with the password only`,
  linkSent: 'An email with a reset link has been sent to this user.',

  createLead: 'They can log in right away with the password you set here.',
  password: 'Password',
  passwordHint: `At least ${PASSWORD_LENGTH.least} characters`,
  confirmPassword: 'Confirm password',
  isAdmin: 'Administrator',
  isAdminHint: 'Can create events, shows and news, and manage users.',
  created: 'Successfully created User',
  notCreated: 'User not created - please check your inputs',
}
