import { IconShoppingBag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCartCount } from '#client/customer/cart.ts'
import { paths } from '#client/paths.ts'
import { texts } from './shell.texts.ts'
import classes from './header.module.css'

/** The way to the checkout, with how much is in the cart. */
export function CartLink() {
  const count = useCartCount()
  return (
    <Link to={paths.checkout} className={classes['cart']} aria-label={texts.cart(count)}>
      <IconShoppingBag size={22} aria-hidden />
      {count > 0 && <span className={classes['count']}>{count}</span>}
    </Link>
  )
}
