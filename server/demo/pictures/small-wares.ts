import {
  around,
  circle,
  clipped,
  ellipse,
  fade,
  glow,
  group,
  mist,
  type Motif,
  polygon,
  rect,
  repeat,
  ring,
  shape,
  spray,
  stroke,
} from './svg.ts'
import { stand } from './wares.ts'

const socks: Motif = (s) => {
  const sock = (more: string, body: string, band: string) =>
    group(
      shape('M-70 -240H70V40Q74 110 150 130Q230 150 220 210Q214 240 170 240H-10Q-76 236 -72 160Z', body) +
        rect([-70, -250, 140, 56], band, 'rx="10"') +
        repeat(4, (i) => rect([-70, -160 + i * 46, 140, 20], band)) +
        shape('M130 126Q230 150 220 210Q214 240 170 240H120Q150 180 130 126Z', band),
      more,
    )
  return stand(
    s,
    sock('transform="translate(310 400) rotate(-6)"', s.accent, s.spark) +
      sock('transform="translate(470 430) rotate(5)"', s.main, s.ink) +
      mist(s, [240, 380, 400, 270], s.ink, 200),
    250,
  )
}

const postcards: Motif = (s) =>
  circle([400, 400, 310], s.veil) +
  [
    [-22, s.ink, s.main],
    [-7, s.accent, s.spark],
    [9, s.main, s.ink],
  ]
    .map(([turn, sky = '', sun = ''], i) =>
      group(
        rect([-160, -230, 320, 440], s.ink, 'rx="8" opacity=".16"') +
          rect([-168, -240, 320, 440], s.spark, 'rx="6"') +
          rect([-146, -218, 276, 300], String(sky)) +
          circle([i * 30 - 40, -90, 80], String(sun)) +
          polygon([-146, 82, -146, 10, -60, -50, 40, 40, 130, -20, 130, 82], i === 1 ? s.ink : s.accent) +
          stroke('M-140 124H60M-140 158H0', s.veil, 8) +
          rect([84, 110, 46, 56], s.main),
        `transform="translate(${330 + i * 80} ${430 - i * 10}) rotate(${turn})"`,
      ),
    )
    .join('') +
  spray(s, [420, 420, 200, 220], s.ink, 200)

const pencils: Motif = (s) =>
  stand(
    s,
    repeat(6, (i) => {
      const tone = [s.main, s.accent, s.ink][i % 3] ?? s.main
      return group(
        rect([-19, -150, 38, 340], tone) +
          rect([-7, -150, 14, 340], s.spark, 'opacity=".3"') +
          polygon([-19, -150, 19, -150, 0, -216], s.spark) +
          polygon([-7, -192, 7, -192, 0, -216], tone),
        `transform="translate(${280 + i * 48} ${340 + (i % 2) * 16}) rotate(${-10 + i * 4})"`,
      )
    }) +
      shape('M250 400H550L530 664H270Z', s.ink) +
      shape('M256 470H544L539 530H261Z', s.main) +
      repeat(7, (i) => circle([284 + i * 39, 500, 9], s.spark)) +
      mist(s, [258, 420, 284, 240], s.veil, 200),
  )

const candle: Motif = (s) =>
  circle([400, 380, 310], s.veil) +
  circle([400, 230, 250], glow(s, `${s.spark}/.95`, `${s.spark}/0`)) +
  ellipse([400, 672], [220, 24], s.ink, 'opacity=".18"') +
  rect([262, 350, 276, 320], s.main, 'rx="24"') +
  ellipse([400, 352], [138, 30], s.spark) +
  ellipse([400, 354], [104, 18], s.main, 'opacity=".5"') +
  stroke('M400 350V312', s.ink, 8) +
  shape('M400 190C440 240 446 300 400 322C354 300 360 240 400 190Z', s.accent) +
  shape('M400 246C420 272 422 304 400 316C378 304 380 272 400 246Z', s.spark) +
  rect([262, 450, 276, 140], s.spark) +
  shape('M300 590V520a46 46 0 0 1 92 0V590ZM408 590V520a46 46 0 0 1 92 0V590Z', s.accent) +
  rect([282, 370, 20, 280], s.spark, 'rx="10" opacity=".35"') +
  mist(s, [262, 480, 276, 180], s.ink, 300)

const puzzle: Motif = (s) => {
  const piece = (x: number, y: number, tone: string) =>
    rect([x, y, 118, 118], tone) + circle([x + 118, y + 59, 22], tone) + circle([x + 59, y + 118, 22], tone)
  const tones = [s.main, s.accent, s.spark, s.ink]
  return (
    circle([400, 400, 320], s.veil) +
    repeat(16, (i) => {
      const [column, row] = [3 - (i % 4), 3 - Math.floor(i / 4)]
      if (column === 3 && row === 0) return ''
      return piece(164 + column * 118, 170 + row * 118, tones[(column * 3 + row * 2 + (row > 1 ? 1 : 0)) % 4] ?? s.main)
    }) +
    group(piece(-59, -59, s.main), 'transform="translate(640 190) rotate(24)"') +
    repeat(3, (i) => ring([400, 660, 160 + i * 96], s.ground, 8, 'opacity=".5"')) +
    mist(s, [164, 170, 480, 490], s.ink, 300)
  )
}

const cards: Motif = (s) =>
  circle([400, 400, 310], s.veil) +
  repeat(5, (i) =>
    group(
      rect([-110, -520, 220, 320], s.ink, 'rx="18" opacity=".15"') +
        rect([-118, -528, 220, 320], i === 2 ? s.main : s.spark, 'rx="16"') +
        (i === 2
          ? rect([-98, -508, 180, 280], 'none', `stroke="${s.spark}" stroke-width="6" rx="8"`) +
            repeat(5, (k) =>
              repeat(3, (n) =>
                polygon(
                  [
                    -8 + (n - 1) * 54,
                    -502 + k * 54 + 18,
                    10 + (n - 1) * 54,
                    -476 + k * 54 + 18,
                    -8 + (n - 1) * 54,
                    -450 + k * 54 + 18,
                    -26 + (n - 1) * 54,
                    -476 + k * 54 + 18,
                  ],
                  s.spark,
                ),
              ),
            )
          : shape(
              'M-8 -450C40 -410 56 -380 40 -350C20 -320 -8 -336 -8 -360C-8 -336 -36 -320 -56 -350C-72 -380 -56 -410 -8 -450Z',
              i % 2 ? s.accent : s.ink,
            ) + polygon([-8, -360, 10, -300, -26, -300], i % 2 ? s.accent : s.ink)),
      `transform="translate(400 830) rotate(${-28 + i * 14})"`,
    ),
  ) +
  spray(s, [400, 420, 200, 180], s.ink, 240)

const bottle: Motif = (s) =>
  stand(
    s,
    rect([342, 130, 116, 96], s.ink, 'rx="18"') +
      stroke('M370 132Q400 76 430 132', s.ink, 15) +
      shape('M344 226H456Q510 262 510 330V630Q510 670 470 670H330Q290 670 290 630V330Q290 262 344 226Z', s.main) +
      clipped(
        s,
        shape('M344 226H456Q510 262 510 330V630Q510 670 470 670H330Q290 670 290 630V330Q290 262 344 226Z', '#000'),
        rect([280, 400, 240, 160], s.accent) +
          repeat(4, (i) => circle([330 + i * 60, 560, 60], s.spark)) +
          repeat(4, (i) => circle([330 + i * 60, 560, 32], s.ink)) +
          rect([280, 560, 240, 120], s.main) +
          mist(s, [280, 300, 240, 370], s.ink, 360),
      ) +
      rect([312, 300, 20, 320], s.spark, 'rx="10" opacity=".45"'),
    130,
  )

const keyring: Motif = (s) =>
  circle([400, 400, 310], s.veil) +
  ring([400, 190, 84], s.ink, 16) +
  stroke('M400 270V320', s.ink, 14) +
  group(
    rect([-118, -20, 236, 330], s.ink, 'rx="60" opacity=".16"') +
      rect([-126, -28, 236, 330], s.main, 'rx="56"') +
      ring([-8, 22, 22], s.spark, 10) +
      rect([-86, 80, 156, 170], s.spark, 'rx="16"') +
      stroke('M30 116H-38V162Q36 146 32 188Q26 222 -42 210', s.ink, 17),
    'transform="translate(408 330) rotate(-7)"',
  ) +
  group(
    circle([0, 90, 46], s.spark) +
      circle([0, 90, 20], s.veil) +
      rect([-11, 130, 22, 190], s.spark) +
      rect([10, 250, 42, 20], s.spark) +
      rect([10, 290, 30, 20], s.spark),
    'transform="translate(440 210) rotate(-38)"',
  ) +
  mist(s, [290, 330, 240, 300], s.ink, 260)

const plush: Motif = (s) =>
  stand(
    s,
    shape('M600 430Q690 340 720 380Q700 450 716 520Q690 560 590 480Z', s.accent) +
      shape('M120 450C160 300 420 240 620 440C440 640 170 620 120 450Z', s.main) +
      shape('M330 312Q400 230 470 340Z', s.accent) +
      shape(
        'M120 450C128 500 190 590 330 590C250 540 210 500 210 450Q210 390 260 350C170 370 130 400 120 450Z',
        s.spark,
        'opacity=".5"',
      ) +
      stroke('M300 338Q350 440 290 560', s.ink, 5, 'stroke-dasharray="12 12"') +
      repeat(3, (k) => repeat(3, (i) => stroke(`M${370 + i * 64} ${390 + k * 44}q22 18 0 36`, s.spark, 7))) +
      circle([222, 424, 34], s.ink) +
      circle([212, 414, 11], s.spark) +
      stroke('M140 490Q170 510 206 494', s.ink, 8) +
      polygon([280, 560, 220, 530, 224, 610], s.ink) +
      polygon([280, 560, 344, 534, 340, 612], s.ink) +
      circle([281, 562, 15], s.spark) +
      mist(s, [180, 430, 400, 160], s.ink, 300),
    270,
  )

const musicBox: Motif = (s) =>
  stand(
    s,
    polygon([190, 380, 610, 380, 560, 170, 240, 170], s.accent) +
      polygon([220, 368, 580, 368, 540, 196, 262, 196], s.ink) +
      circle([400, 250, 20], s.spark) +
      shape('M400 268L446 330H354Z', s.main) +
      stroke('M400 268L372 306M400 268L444 250', s.spark, 8) +
      stroke('M400 330V380', s.spark, 9) +
      rect([190, 380, 420, 280], s.main, 'rx="14"') +
      rect([190, 380, 420, 40], s.ink) +
      repeat(5, (i) =>
        polygon(
          [252 + i * 74, 470, 288 + i * 74, 540, 252 + i * 74, 610, 216 + i * 74, 540],
          i % 2 ? s.accent : s.spark,
        ),
      ) +
      stroke('M610 540H690V470', s.ink, 15) +
      circle([690, 456, 24], s.spark) +
      repeat(
        2,
        (i) =>
          ellipse([640 - i * 480, 260 - i * 60], [18, 13], s.ink) +
          stroke(`M${656 - i * 480} ${256 - i * 60}v-62q24 12 20 38`, s.ink, 6),
      ) +
      mist(s, [190, 430, 420, 230], s.ink, 300),
    270,
  )

const blanket: Motif = (s) => {
  const check = (x: number, y: number, w: number, h: number) =>
    rect([x, y, w, h], s.main) +
    repeat(Math.floor(w / 60), (i) => rect([x + 20 + i * 60, y, 22, h], s.spark, 'opacity=".55"')) +
    repeat(Math.floor(h / 40), (i) => rect([x, y + 12 + i * 40, w, 12], s.ink, 'opacity=".3"'))
  return stand(
    s,
    repeat(4, (i) =>
      group(check(170, 560 - i * 92, 460, 92) + rect([170, 560 - i * 92, 460, 10], s.ink, 'opacity=".25"'), ''),
    ) +
      repeat(4, (i) => shape(`M630 ${560 - i * 92}q44 46 0 92z`, i % 2 ? s.accent : s.main)) +
      rect([340, 276, 120, 384], s.accent) +
      rect([352, 276, 8, 384], s.spark) +
      rect([440, 276, 8, 384], s.spark) +
      repeat(20, (i) => stroke(`M${176 + i * 8.2} 276v-26`, s.ink, 3)) +
      repeat(20, (i) => stroke(`M${466 + i * 8.2} 276v-26`, s.ink, 3)) +
      mist(s, [170, 300, 460, 350], s.ink, 300),
    270,
  )
}

const cushion: Motif = (s) =>
  stand(
    s,
    shape('M180 300Q400 250 620 300Q660 450 620 620Q400 668 180 620Q140 450 180 300Z', fade(s, s.main, s.accent)) +
      shape(
        'M210 326Q400 286 590 326Q622 450 590 594Q400 634 210 594Q178 450 210 326Z',
        'none',
        `stroke="${s.spark}" stroke-width="6" stroke-dasharray="16 14"`,
      ) +
      repeat(3, (row) =>
        repeat(5 - (row % 2), (i) => circle([276 + i * 62 + (row % 2) * 31, 400 + row * 62, 15], s.spark)),
      ) +
      stroke('M360 284Q400 190 440 284', s.ink, 20) +
      [
        [180, 300],
        [620, 300],
        [180, 620],
        [620, 620],
      ]
        .map(([x = 0, y = 0]) => circle([x, y, 20], s.ink))
        .join('') +
      circle([...around(400, 460, 0, 0), 4], s.ink) +
      mist(s, [180, 420, 440, 220], s.ink, 320),
    260,
  )

export const smallWares = {
  socks,
  postcards,
  pencils,
  candle,
  puzzle,
  cards,
  bottle,
  keyring,
  plush,
  'music-box': musicBox,
  blanket,
  cushion,
}
