import {
  around,
  circle,
  clipped,
  ellipse,
  fade,
  glow,
  mist,
  type Motif,
  polygon,
  rect,
  repeat,
  ring,
  shape,
  spray,
  stroke,
  wave,
} from './svg.ts'

/** The beam of a projector through the dark. */
const projector: Motif = (s) => {
  const beam = fade(s, `${s.spark}/.95`, `${s.spark}/.05`, [0, 0, 1, 0])
  const reel = (x: number, y: number, r: number) =>
    circle([x, y, r], s.ink) +
    repeat(5, (i) => circle([...around(x, y, r * 0.58, i * 72 + 20), r * 0.24], s.main)) +
    circle([x, y, r * 0.14], s.main)
  return (
    polygon([330, 420, 1200, 40, 1200, 700, 330, 470], beam) +
    circle([1010, 370, 190], s.main, 'opacity=".92"') +
    clipped(
      s,
      circle([1010, 370, 190], '#000'),
      polygon([700, 520, 940, 300, 1060, 420, 1140, 340, 1250, 600, 700, 600], s.accent),
    ) +
    spray(s, [800, 380, 430, 240], s.spark, 380) +
    reel(130, 270, 110) +
    reel(300, 300, 78) +
    rect([70, 370, 290, 150], s.main, 'rx="18"') +
    rect([350, 412, 60, 66], s.ink, 'rx="8"') +
    stroke('M150 520L90 700M290 520L350 700', s.ink, 20) +
    circle([120, 445, 20], s.spark)
  )
}

/** A great reel, and a strip that leaves it. */
const reel: Motif = (s) => {
  const strip = (d: string) =>
    stroke(d, s.ink, 132, 'stroke-linecap="butt"') +
    stroke(d, s.ground, 108, 'stroke-dasharray="16 22" stroke-linecap="butt"') +
    stroke(d, s.ink, 84, 'stroke-linecap="butt"') +
    stroke(d, s.main, 74, 'stroke-dasharray="96 14" stroke-linecap="butt"')
  return (
    circle([420, 330, 420], s.veil) +
    strip('M420 640C700 640 700 470 900 430S1200 360 1320 470') +
    circle([420, 330, 300], s.ink) +
    circle([420, 330, 276], s.accent) +
    repeat(6, (i) => circle([...around(420, 330, 165, i * 60 + 12), 72], s.ground)) +
    circle([420, 330, 60], s.ink) +
    circle([420, 330, 20], s.spark) +
    clipped(
      s,
      circle([420, 330, 300], '#000'),
      polygon([420, 330, 900, -60, 900, 220], `${s.spark}`, 'opacity=".22"'),
    ) +
    spray(s, [520, 420, 300, 260], s.ink, 260)
  )
}

/** A road at dusk, straight to where the sun goes. */
const road: Motif = (s) => {
  const pole = (i: number) => [690 + i * i * 30, 420 + i * 34] as const
  const slices = repeat(6, (i) => rect([0, 290 + i * 22, 1200, 3 + i * 2.6], s.ground))
  return (
    rect([0, 0, 1200, 420], fade(s, s.ground, s.veil)) +
    circle([600, 330, 210], fade(s, s.spark, s.main)) +
    clipped(s, circle([600, 330, 212], '#000'), slices) +
    polygon([0, 420, 0, 300, 150, 340, 260, 260, 420, 400, 470, 420], s.accent) +
    polygon([1200, 420, 1200, 270, 1060, 350, 960, 290, 800, 390, 740, 420], s.accent) +
    rect([0, 415, 1200, 260], s.veil) +
    polygon([585, 415, 615, 415, 1010, 675, 190, 675], s.ink) +
    repeat(5, (i) => {
      const near = (i / 5) ** 1.8
      const far = near + 0.05 + i * 0.025
      const y = (share: number) => 425 + share * 330
      return polygon(
        [600 - 2 - near * 12, y(near), 602 + near * 12, y(near), 602 + far * 14, y(far), 598 - far * 14, y(far)],
        s.main,
      )
    }) +
    repeat(5, (i) => {
      const size = 0.18 + i * 0.2
      const [x, y] = pole(i)
      const [nextX, nextY] = pole(i + 1)
      const bars = `M${x} ${y}v${-190 * size}M${x - 46 * size} ${y - 168 * size}h${92 * size}M${x - 32 * size} ${y - 132 * size}h${64 * size}`
      const wire = `M${x + 40 * size} ${y - 172 * size}Q${(x + nextX) / 2} ${y - 130 * size} ${nextX + 40 * (size + 0.2)} ${nextY - 172 * (size + 0.2)}`
      return stroke(bars, s.ink, 9 * size + 2) + stroke(wire, s.ink, 2)
    }) +
    mist(s, [0, 675, 1200, -240], s.ground, 500)
  )
}

/** Windows of a house at night; behind one of them, somebody. */
const windows: Motif = (s) => {
  const lit = new Set([3, 9, 13, 16, 22, 26])
  return (
    circle([1010, 120, 62], s.spark) +
    circle([985, 108, 56], s.ground) +
    polygon([90, 675, 90, 60, 880, 60, 880, 675], s.veil) +
    polygon([880, 60, 1010, 130, 1010, 675, 880, 675], s.accent, 'opacity=".55"') +
    repeat(28, (i) => {
      const x = 130 + (i % 7) * 106
      const y = 105 + Math.floor(i / 7) * 145
      const tone = i === 16 ? s.spark : lit.has(i) ? s.main : s.ground
      const person =
        i === 16 ? circle([x + 36, y + 48, 17], s.ground) + shape(`M${x + 8} ${y + 105}q28 -66 56 0z`, s.ground) : ''
      const cross = stroke(`M${x + 36} ${y}v105M${x} ${y + 44}h72`, s.veil, 5)
      return (
        rect([x, y, 72, 105], tone) + (i === 16 ? person : cross) + rect([x - 6, y + 105, 84, 9], s.ink, 'opacity=".5"')
      )
    }) +
    mist(s, [90, 300, 790, 375], s.ground, 700)
  )
}

/** The moon on the sea, and a boat that small. */
const moonSea: Motif = (s) =>
  rect([0, 0, 1200, 420], fade(s, s.ground, s.veil)) +
  circle([660, 250, 290], s.main, 'opacity=".16"') +
  circle([660, 250, 190], fade(s, s.spark, s.main)) +
  repeat(9, (i) => rect([-20, 120 + i * 22, 1240, 1.5], s.ground, 'opacity=".25"')) +
  rect([0, 400, 1200, 275], s.accent) +
  repeat(9, (i) => {
    const y = 412 + i * 28
    const half = 190 - i * 9 + (i % 2) * 40
    return rect([660 - half, y, half * 2, 12], s.spark, `rx="6" opacity="${0.95 - i * 0.08}"`)
  }) +
  shape('M330 470q70 46 150 0l-22 38q-54 22 -106 0z', s.ink) +
  shape('M404 462V300l74 130z', s.ink) +
  shape('M394 452V330l-46 104z', s.main) +
  mist(s, [0, 675, 1200, -260], s.ground, 700)

/** An eye that has seen it. */
const eye: Motif = (s) => {
  const lid = 'M110 338C300 70 900 70 1090 338C900 606 300 606 110 338Z'
  return (
    repeat(18, (i) => {
      const [x1, y1] = around(600, 338, 380, i * 20)
      const [x2, y2] = around(600, 338, 800, i * 20)
      return stroke(`M${x1} ${y1}L${x2} ${y2}`, s.veil, 26)
    }) +
    shape(lid, s.ink) +
    clipped(
      s,
      shape(lid, '#000'),
      circle([600, 338, 208], s.accent) +
        repeat(36, (i) =>
          polygon(
            [
              ...around(600, 338, 205, i * 10 - 2.4),
              ...around(600, 338, 205, i * 10 + 2.4),
              ...around(600, 338, 110, i * 10),
            ],
            s.main,
          ),
        ) +
        circle([600, 338, 112], s.ground) +
        repeat(6, (i) =>
          stroke(
            `M${around(600, 338, 112, i * 60).join(' ')}L${around(600, 338, 50, i * 60 + 60).join(' ')}`,
            s.veil,
            8,
          ),
        ) +
        circle([664, 272, 38], s.spark),
    ) +
    stroke(lid, s.main, 14) +
    spray(s, [600, 150, 500, 120], s.spark, 200)
  )
}

/** Dunes, a sun, and somebody on the way. */
const dunes: Motif = (s) =>
  rect([0, 0, 1200, 675], fade(s, s.ground, s.veil)) +
  circle([850, 210, 120], s.spark) +
  circle([850, 210, 190], s.spark, 'opacity=".18"') +
  shape('M0 380Q260 270 520 380T1200 330V675H0Z', s.accent) +
  shape('M0 470Q300 330 640 450T1200 420V675H0Z', s.main) +
  shape('M640 450Q800 520 700 675H1200V420Q920 500 640 450Z', s.ink, 'opacity=".28"') +
  shape('M0 600Q360 470 760 570T1200 540V675H0Z', fade(s, s.spark, s.main)) +
  polygon([362, 452, 560, 560, 590, 566, 378, 452], s.ink, 'opacity=".4"') +
  rect([362, 398, 16, 56], s.ink, 'rx="7"') +
  circle([370, 388, 11], s.ink) +
  mist(s, [0, 400, 1200, 275], s.ground, 500)

/** A lighthouse, its beam, the rocks below. */
const lighthouse: Motif = (s) => {
  const left = fade(s, `${s.spark}/0`, `${s.spark}/.9`, [0, 0, 1, 0])
  const right = fade(s, `${s.spark}/.9`, `${s.spark}/0`, [0, 0, 1, 0])
  return (
    polygon([755, 165, -40, 20, -40, 360], left) +
    polygon([755, 165, 1240, 90, 1240, 240], right) +
    repeat(40, () => circle([s.random.between(0, 1200), s.random.between(0, 330), s.random.between(1, 3)], s.ink)) +
    polygon([700, 560, 722, 220, 788, 220, 810, 560], s.ink) +
    polygon([719, 280, 791, 280, 796, 350, 714, 350], s.main) +
    polygon([708, 420, 802, 420, 807, 490, 703, 490], s.main) +
    rect([706, 204, 98, 18], s.main) +
    rect([728, 132, 54, 72], s.spark) +
    shape('M718 134Q755 70 792 134Z', s.main) +
    shape('M500 590L580 520L650 556L720 528L830 550L900 500L1010 590Z', s.accent) +
    repeat(4, (i) =>
      shape(
        `${wave(-20, 1220, 588 + i * 26, { length: 170, height: 12, phase: i * 1.7 })}L1220 700L-20 700Z`,
        i % 2 ? s.accent : s.veil,
      ),
    ) +
    spray(s, [755, 168, 220, 120], s.spark, 240)
  )
}

/** A corridor of doors, and light at its end. */
const corridor: Motif = (s) => {
  const tones = [s.veil, s.accent, s.ground, s.main, s.veil, s.accent]
  return (
    repeat(6, (i) => {
      const half = 560 * 0.72 ** i
      const high = 620 * 0.72 ** i
      const foot = 660 - 330 * (1 - 0.72 ** i)
      return (
        rect([600 - half, foot - high, half * 2, high], tones[i] ?? s.main) +
        rect([600 - half, foot - high, half * 2, high], 'none', `stroke="${s.ink}" stroke-width="${6 * 0.8 ** i}"`)
      )
    }) +
    rect([522, 296, 156, 118], s.spark) +
    polygon([522, 412, 678, 412, 960, 675, 240, 675], fade(s, `${s.spark}/.85`, `${s.spark}/.1`)) +
    ellipse([600, 596], [56, 9], s.ink, 'opacity=".4"') +
    shape('M566 596L578 470Q600 440 622 470L634 596Z', s.ink) +
    circle([600, 440, 24], s.ink) +
    spray(s, [600, 350, 260, 200], s.spark, 200)
  )
}

/** Rails that part. */
const rails: Motif = (s) => {
  const track = (dx: number, bend: number, tone: string) =>
    repeat(13, (i) => {
      const t = (i / 12) ** 1.6
      const x = 600 + dx * t + bend * (1 - t) ** 2
      const y = 250 + 425 * t
      const half = 12 + 150 * t
      return stroke(`M${x - half} ${y}h${half * 2}`, s.veil, 3 + 17 * t)
    }) +
    stroke(`M${600 + bend - 6} 250Q${600 + bend * 0.1 - 20} 430 ${600 + dx - 110} 690`, tone, 12) +
    stroke(`M${600 + bend + 6} 250Q${600 + bend * 0.1 + 20} 430 ${600 + dx + 110} 690`, tone, 12)
  return (
    rect([0, 0, 1200, 262], fade(s, s.accent, s.spark)) +
    circle([860, 205, 70], s.main) +
    polygon([0, 262, 0, 200, 190, 120, 350, 230, 480, 190, 600, 262], s.ground) +
    polygon([520, 262, 700, 205, 900, 240, 1200, 150, 1200, 262], s.veil) +
    track(-330, -40, s.ink) +
    track(330, 90, s.main) +
    stroke('M1000 470V250', s.ink, 14) +
    rect([966, 180, 68, 110], s.ink, 'rx="30"') +
    circle([1000, 212, 20], s.main) +
    circle([1000, 258, 20], s.spark) +
    mist(s, [0, 300, 1200, 375], s.veil, 260)
  )
}

/** Two glasses on a table, seen from above. */
const table: Motif = (s) =>
  circle([600, 338, 470], s.veil) +
  circle([600, 338, 300], s.ink) +
  repeat(24, (i) =>
    polygon([...around(600, 338, 300, i * 15), ...around(600, 338, 300, i * 15 + 7.5), 600, 338], s.main),
  ) +
  circle([600, 338, 190], s.ink) +
  ring([600, 338, 172], s.accent, 5) +
  circle([540, 310, 62], s.accent) +
  circle([540, 310, 46], s.spark) +
  circle([664, 372, 62], s.accent) +
  circle([664, 372, 46], s.main) +
  shape('M300 560L470 430L486 446L330 600Z', s.ink) +
  circle([320, 574, 34], s.ink) +
  circle([930, 140, 120], glow(s, `${s.spark}/.9`, `${s.spark}/0`)) +
  circle([930, 140, 34], s.spark) +
  spray(s, [690, 420, 300, 220], s.ground, 420)

export const movie = {
  projector,
  reel,
  road,
  windows,
  'moon-sea': moonSea,
  eye,
  dunes,
  lighthouse,
  corridor,
  rails,
  table,
}
