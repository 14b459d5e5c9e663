import { IconShoppingBag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { pages } from '#contract/pages.ts'
import { numberText } from '#domain/number-text.ts'
import { useCartCount } from '#client/customer/cart.ts'
import { texts } from './shell.texts.ts'
import classes from './header.module.css'

/** Links to the checkout with the number of items in the cart. */
export function CartLink() {
  const count = useCartCount()
  return (
    <Link to={pages.checkout.href()} className={classes['cart']} aria-label={texts.cart(count)}>
      <IconShoppingBag size={22} aria-hidden />
      {count > 0 && <span className={classes['count']}>{numberText(count)}</span>}
    </Link>
  )
}
