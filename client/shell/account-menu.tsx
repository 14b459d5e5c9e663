import { CartLink } from './cart-link.tsx'
import { ProfileMenu } from './profile-menu.tsx'

/** Shows the navigation of logged-in users. */
export function AccountMenu() {
  return (
    <>
      <CartLink />
      <ProfileMenu />
    </>
  )
}
