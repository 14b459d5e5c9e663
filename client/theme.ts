import {
  createTheme,
  type CSSVariablesResolver,
  DEFAULT_THEME,
  type MantineColorShade,
  type MantineColorsTuple,
} from '@mantine/core'

type Palette = 'velvet' | 'brass' | 'gray' | 'dark' | 'red' | 'green'
/** The colors of the shop: `postcss.config.mjs` leaves Mantine's other palettes out of the styles. */
type Color = Palette | `${Palette}.${MantineColorShade}` | 'dimmed' | `var(--${string})` | `#${string}`

declare module '@mantine/core' {
  interface MantineThemeColorsOverride {
    colors: Record<Color, MantineColorsTuple>
  }
}

/** The colour of the curtain and of primary actions. */
const velvet: MantineColorsTuple = [
  '#fcf0f3',
  '#f5dbe2',
  '#ecb5c4',
  '#e28aa3',
  '#d96587',
  '#c9456c',
  '#b02d57',
  '#962249',
  '#7d1a3b',
  '#5e112b',
]

/** The accent colour. */
const brass: MantineColorsTuple = [
  '#fdf7e9',
  '#f7ebcd',
  '#eed79d',
  '#e4c26a',
  '#d8ad45',
  '#c4952f',
  '#a67a22',
  '#8a641b',
  '#6f4f15',
  '#533a0e',
]

/** Neutral colours of the light scheme. */
const gray: MantineColorsTuple = [
  '#faf6f1',
  '#f4eee8',
  '#e9e1da',
  '#ddd3cb',
  '#c9bdb5',
  '#aa9d95',
  '#85786f',
  '#645952',
  '#463d38',
  '#2a2320',
]

/** Neutral colours of the dark scheme. */
const dark: MantineColorsTuple = [
  '#f3ecea',
  '#d8cdcb',
  '#b3a6a5',
  '#8a7c7d',
  '#4d4045',
  '#392d33',
  '#292026',
  '#1f181d',
  '#151013',
  '#0d090c',
]

const serif =
  "'Bodoni Moda', 'Iowan Old Style', 'Palatino Linotype', 'URW Palladio L', P052, 'Book Antiqua', Georgia, serif"
const sans =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Noto Sans', Cantarell, 'Liberation Sans', Arial, sans-serif"

const controlNames = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' }
// The header element of a dialog would count as a banner landmark.
const inDialog = { header: { role: 'presentation' } }

export const theme = createTheme({
  colors: { velvet, brass, gray, dark },
  primaryColor: 'velvet',
  primaryShade: 8,
  autoContrast: true,
  luminanceThreshold: 0.35,
  black: gray[9],
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: sans,
  headings: {
    fontFamily: serif,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.875rem, 1.4rem + 2vw, 2.75rem)', lineHeight: '1.12' },
      h2: { fontSize: 'clamp(1.375rem, 1.2rem + 0.8vw, 1.75rem)', lineHeight: '1.2' },
      h3: { fontSize: '1.1875rem', lineHeight: '1.3' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.35' },
    },
  },
  components: {
    // Descriptions stand below the inputs, so that neighbouring fields align.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Badge: { defaultProps: { tt: 'none' } },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Drawer: { defaultProps: { attributes: inDialog } },
    Modal: {
      defaultProps: {
        attributes: inDialog,
        closeButtonProps: { 'aria-label': 'Close' },
        centered: true,
        // A dialog that moves while it appears would lose an early press on its buttons.
        transitionProps: { transition: 'fade' },
      },
    },
    Pagination: {
      defaultProps: {
        getItemProps: (page: number) => ({ 'aria-label': `Page ${page}` }),
        getControlProps: (control: keyof typeof controlNames) => ({ 'aria-label': controlNames[control] }),
      },
    },
  },
})

/** Tones with sufficient contrast in both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fdfbf8',
    '--mantine-color-default-border': '#9a8d84',
    '--mantine-color-velvet-light': velvet[0],
    '--mantine-color-velvet-light-hover': velvet[1],
    '--mantine-color-error': DEFAULT_THEME.colors.red[9],
    '--mantine-color-red-outline': DEFAULT_THEME.colors.red[9],
    '--mantine-color-placeholder': gray[7],
    '--mantine-color-dimmed': gray[7],
    '--foyer-card': '#ffffff',
    '--foyer-line': gray[2],
    '--foyer-mat': gray[1],
    '--foyer-accent': brass[7],
    '--foyer-bar': velvet[8],
  },
  dark: {
    '--mantine-color-body': dark[8],
    '--mantine-color-default': dark[7],
    '--mantine-color-velvet-filled': velvet[7],
    '--mantine-color-velvet-filled-hover': velvet[6],
    '--mantine-color-velvet-light': '#3b1f2a',
    '--mantine-color-velvet-light-hover': '#4a2634',
    '--mantine-color-velvet-light-color': velvet[2],
    '--mantine-color-brass-light': '#2e2619',
    '--mantine-color-gray-light': dark[5],
    '--mantine-color-default-hover': dark[6],
    '--mantine-color-default-border': '#76686c',
    '--mantine-color-anchor': velvet[3],
    '--mantine-color-error': DEFAULT_THEME.colors.red[4],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-dimmed': dark[2],
    '--foyer-card': dark[7],
    '--foyer-line': dark[5],
    '--foyer-mat': dark[9],
    '--foyer-accent': brass[3],
    '--foyer-bar': velvet[5],
  },
})
