import { Link } from '@tanstack/react-router'
import { pages } from '#contract/pages.ts'
import { LEGAL_PAGES } from '#domain/legal-pages.ts'
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
      <nav aria-label={texts.legal} className={classes['legal']}>
        {LEGAL_PAGES.map((page) => (
          <Link key={page} to={pages[page].href()}>
            {pages[page].title}
          </Link>
        ))}
      </nav>
    </footer>
  )
}
