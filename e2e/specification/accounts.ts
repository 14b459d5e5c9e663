import type { Rows } from './rows.ts'

const routes = 'client/routes.test.tsx'
const account =
  'e2e/account.spec.ts › resets a forgotten password by mail, changes it in the profile, and deletes the account'
const registered =
  'e2e/buy-tickets.spec.ts › registers, reserves two seats and a standing place, buys them in two orders, and refunds one'
const profile = 'client/features/users/profile.page.test.tsx'
const session = 'client/session.test.ts'
const admin = 'client/features/users-admin/admin.page.test.tsx'
const users = 'e2e/administration.spec.ts › creates, locks, unlocks and deletes a user and sends a reset link'
const programme =
  'e2e/administration.spec.ts › creates an event, a show in the time zone of its venue, and news about it'
const offered =
  'e2e/merchandise.spec.ts › shows an offered product to its author only until an administrator publishes it'

/** Accounts and administration: sections 2.5 to 2.8, 2.14, 2.17, and the session of 4. */
export const accounts: Rows = {
  '2.5': {
    'email and password, then the redirect target or /': `${routes} › redirects after the login at %s to %s`,
    "'Forgot your Password?' leads to /forgot-password": account,
  },
  '2.6': {
    'first name, last name, email, password and its confirmation':
      'client/forms/validation.test.tsx › reports invalid input on $path',
    "'Registration was successful. Please log in.', then /login": [registered, account],
  },
  '2.7': {
    "an email, 'Send Link', a link back to the login": account,
    "'A link to reset your password was sent to the email address!'": account,
    "no token: 'Missing password reset token'": account,
    'the token is checked first; an error replaces the form': account,
    "'Change Password', 'Your password was changed successfully!', then /login": account,
  },
  '2.8': {
    'buttons to the five creation pages': `${admin} › links to all five creation pages`,
    'users filtered by email, 500 ms after typing': `${admin} › filters users by email half a second after typing`,
    '10 per page': 'client/lists.test.tsx › requests on %s for %s from %s pages of %s, regardless of the address',
    'the current administrator is not in the list':
      'e2e/administration.spec.ts › omits the current administrator from the list of users',
    'a row: email, names, lock or unlock, delete, reset password': users,
    "'No user found'": ['client/lists.test.tsx › shows on %s the empty message for %s: %s', users],
    "'User (Email: {email}) locked successfully', and unlocked": [
      users,
      `${admin} › sends the opposite of lock %s with the button %s`,
    ],
    "'Are you sure you want to delete this user?', Delete / Cancel": users,
    "'Are you sure you want to reset the password of this user?', Reset Password / Cancel": users,
    "'An email with a reset link has been sent to this user.'": users,
  },
  '2.14': {
    'a heading with the first name': `${profile} › changes name, address and the wish for reminders`,
    "'Show my Tickets' to /user-tickets, 'Redeem Points (n)' to /merchandise": `${profile} › links to the tickets and to merchandise for points`,
    "personal data, 'Save Changes', 'Edit was successful.'": [
      `${profile} › changes name, address and the wish for reminders`,
      account,
    ],
    "old, new and confirmed password, 'Save Changes'": [`${profile} › changes a password with any old one`, account],
    "'Delete account' asks 'Are you sure you want to delete your account? This is permanent and can not be undone!'": `${profile} › deletes an account after a confirmation and logs out`,
    "'Deleted your account ({email}). You're logged out.', then /login": [
      `${profile} › deletes an account after a confirmation and logs out`,
      account,
    ],
  },
  '2.17': {
    "an event: title, type, description; 'Event created successfully!'": programme,
    'a show: name, start, end, price, and one each of artist, event, location and seating plan': programme,
    'choices are tables with filters and pages': [
      programme,
      'client/lists.test.tsx › requests on %s for %s from %s pages of %s, regardless of the address',
    ],
    'filters of the tables apply 500 ms after typing':
      'client/features/programme-admin/use-choices.test.tsx › filters choices half a second after typing, from the first page',
    'the chosen seating plan is previewed':
      'client/features/programme-admin/use-choices.test.tsx › previews the chosen seating plan',
    "'Show created successfully!'": programme,
    "news: title, summary, text, an event from a table, a PNG; 'News created'": programme,
    "'Successfully uploaded image'": [programme, offered],
    "a user: names, email, password twice, 'Create User', 'Successfully created User'": users,
    "merchandise, by any customer: 'Create Merchandise', 'successfully created item', then /merchandise": offered,
  },
  '4 session': {
    'logged in while a token is set, which is kept': [
      `${session} › restores a stored token`,
      `${routes} › redirects after the login at %s to %s`,
    ],
    'an empty token clears it': `${session} › logs out with an empty token`,
    'an expired token clears it; checked at least hourly': [
      `${session} › keeps a session for seven days`,
      `${session} › checks the expiry at least hourly, also after sleep`,
    ],
    'on start the token is read from storage': `${session} › restores a stored token`,
    'ADMIN before USER before UNDEFINED': `${session} › derives from the roles %j the role %s`,
    'the cart is loaded with the token and dropped with it': `${routes} › loads the cart with a session and drops it at logout`,
    'the cart is reloaded after every action on it': [
      'client/features/checkout/checkout.page.test.tsx › cancels the reservation of a removed ticket and reloads the cart',
      'e2e/merchandise.spec.ts › adds a product to the cart for money and points, up to its limit',
    ],
    'the lock call sends the opposite of the current state': `${admin} › sends the opposite of lock %s with the button %s`,
  },
}
