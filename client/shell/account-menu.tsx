import { CartLink } from './cart-link.tsx'
import { ProfileMenu } from './profile-menu.tsx'

/** What the navigation shows to who is logged in. */
export function AccountMenu() {
  return (
    <>
      <CartLink />
      <ProfileMenu />
    </>
  )
}
