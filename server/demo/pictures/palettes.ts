/** Six colours of one picture: the ground and a tone near it, and what stands out on them. */
export type Palette = { ground: string; veil: string; ink: string; main: string; accent: string; spark: string }

export const palettes = {
  midnight: palette('#14213d #22356b #f4efe1 #e5484d #f4a261 #ffd166'),
  plum: palette('#2d1b3d #472c5f #f7ede2 #f28482 #84a9a0 #f6bd60'),
  forest: palette('#12372a #1e5241 #fbf6da #9fbf9b #e07a3f #f2cc5c'),
  petrol: palette('#0b3c49 #14596a #f6f1d1 #e8745b #46b8ac #ffc66d'),
  ember: palette('#3a0f1e #5f1b2e #fdf0d5 #dd3b3f #f77f2e #fcc350'),
  coal: palette('#1a1a1d #303036 #f5f3ee #ff5a36 #8f9bb0 #ffe163'),
  paper: palette('#f3e9d2 #e5d5b1 #1d2d44 #c8402f #2a7f86 #eeb42f'),
  mint: palette('#cfe8d5 #aed8bd #16324f #ef5b45 #2b7a6b #f9cd55'),
  peach: palette('#ffd9c0 #ffc19b #3b1c4a #e4463b #6f4f99 #fff3dc'),
  sky: palette('#bfe0ef #98cbe2 #12263f #f25c3b #246a94 #fde48a'),
  mustard: palette('#edb83f #dd9f25 #2b1a12 #c23b22 #1f5c5a #fff2cc'),
  rose: palette('#f4c6cd #eba9b5 #4a1231 #cb2460 #2f4b8f #fff3e3'),
  coral: palette('#ef6a51 #dd543b #2b1233 #fbd1a2 #86234a #fff0d9'),
  violet: palette('#4b3f92 #6357b0 #f6ecff #ff7d6b #49c5c0 #ffd85c'),
  teal: palette('#127475 #0d5d60 #f2ead7 #f2a541 #f0695a #fff4cf'),
  sand: palette('#e8d4ae #d9bf8d #2f3e46 #bc4b32 #52796f #fdf6e3'),
  cobalt: palette('#2036b8 #344bd6 #fdf7ea #ff5561 #2fc9a4 #ffd447'),
  grass: palette('#2f7d4f #276c45 #f8f5e6 #f3c13a #d8452f #ffffff'),
  ice: palette('#dfeef2 #bfdce6 #0d2b45 #2779b4 #e4572e #ffffff'),
  wine: palette('#6b1730 #85203f #fbeede #f0a04b #d9536f #ffdf9e'),
}

export type PaletteName = keyof typeof palettes

function palette(colours: string): Palette {
  const [ground = '', veil = '', ink = '', main = '', accent = '', spark = ''] = colours.split(' ')
  return { ground, veil, ink, main, accent, spark }
}
