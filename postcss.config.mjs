import mantine from 'postcss-preset-mantine'
import simpleVars from 'postcss-simple-vars'

const media = (query) => ({ [`@media ${query}`]: { '@mixin-content': {} } })

/** Mantine's colors that nothing uses: `client/theme.ts` lists the others, and the compiler refuses these. */
const UNUSED_COLORS = /^--mantine-color-(pink|grape|violet|indigo|blue|cyan|teal|lime|yellow|orange)-/

/** Leaves out the variables of unused colors, a ninth of the styles that every page waits for. */
const withoutUnusedColors = {
  postcssPlugin: 'without-unused-colors',
  Declaration(declaration) {
    if (UNUSED_COLORS.test(declaration.prop)) declaration.remove()
  },
}

export default {
  plugins: [
    mantine({
      mixins: {
        // Panels stand beside their content on wide screens and landscape phones, otherwise below.
        phone: media('(max-width: 39.99em), (max-width: 61.99em) and (max-height: 30em)'),
        'phone-held-sideways': media('(min-width: 40em) and (max-width: 61.99em) and (max-height: 30em)'),
        'panel-beside': media('(min-width: 62em), (min-width: 40em) and (max-height: 30em)'),
        'panel-at-foot': media('(max-width: 61.99em) and (min-height: 30.01em)'),
        // A window at 400 percent zoom, in which sticky elements would hide the content.
        'hardly-high': media('(max-height: 20em)'),
        'panel-below': media('(max-width: 61.99em) and (min-height: 30.01em), (max-width: 39.99em)'),
      },
    }),
    simpleVars({
      variables: {
        'mantine-breakpoint-xs': '36em',
        'mantine-breakpoint-sm': '48em',
        'mantine-breakpoint-md': '62em',
        'mantine-breakpoint-lg': '75em',
        'mantine-breakpoint-xl': '88em',
      },
    }),
    withoutUnusedColors,
  ],
}
