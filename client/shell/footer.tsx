import { SchemeChoice } from './scheme-switch.tsx'
import { texts } from './shell.texts.ts'
import classes from './shell.module.css'

/** Shows the footer of every page. */
export function Footer() {
  return (
    <footer className={classes['footer']}>
      <div className={classes['footerText']}>
        <span className={classes['footerBrand']}>{texts.brand}</span>
        <span className={classes['footerWords']}>{texts.footer}</span>
        <SchemeChoice />
      </div>
    </footer>
  )
}
