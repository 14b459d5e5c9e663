import {
  circle,
  clipped,
  ellipse,
  group,
  mist,
  type Motif,
  polygon,
  rect,
  repeat,
  ring,
  shape,
  type Sheet,
  spray,
  stroke,
} from './svg.ts'

/** A wall, a disc of light, and the shadow of what stands there. */
export function stand(s: Sheet, content: string, width = 210): string {
  return (
    circle([400, 380, 310], s.veil) +
    rect([0, 660, 800, 140], s.veil, 'opacity=".7"') +
    ellipse([400, 672], [width, 24], s.ink, 'opacity=".18"') +
    content
  )
}

const shirt: Motif = (s) => {
  const cut = 'M290 190L150 260L190 390L256 366V640H544V366L610 390L650 260L510 190Q400 262 290 190Z'
  return stand(
    s,
    shape(cut, s.main) +
      clipped(
        s,
        shape(cut, '#000'),
        polygon([544, 160, 660, 160, 660, 660, 500, 660, 544, 366], s.ground, 'opacity=".2"') +
          mist(s, [150, 300, 520, 340], s.ink, 420),
      ) +
      stroke('M290 190Q400 262 510 190', s.ink, 12) +
      repeat(4, (row) =>
        repeat(6 - (row % 2), (i) =>
          circle([334 + i * 27 + (row % 2) * 13, 372 + row * 30, 9], row === 2 && i === 2 ? s.accent : s.spark),
        ),
      ),
  )
}

const hoodie: Motif = (s) => {
  const cut = 'M300 230L180 290L150 610L222 622L250 430V650H550V430L578 622L650 610L620 290L500 230Z'
  return stand(
    s,
    shape('M290 250Q280 120 400 116Q520 120 510 250Q400 330 290 250Z', s.accent) +
      shape('M322 246Q326 168 400 166Q474 168 478 246Q400 300 322 246Z', s.ink) +
      shape(cut, s.accent) +
      shape('M300 230Q400 340 500 230L478 222Q400 300 322 222Z', s.spark) +
      shape('M310 520L346 450H454L490 520V580H310Z', s.main) +
      clipped(s, shape(cut, '#000'), mist(s, [150, 360, 500, 290], s.ink, 420)) +
      stroke('M368 292V390M432 292V372', s.spark, 8) +
      rect([250, 636, 300, 22], s.main),
  )
}

const mug: Motif = (s) =>
  stand(
    s,
    ring([560, 440, 82], s.main, 38) +
      rect([230, 270, 330, 390], s.main, 'rx="38"') +
      ellipse([395, 280], [165, 36], s.ink) +
      ellipse([395, 290], [140, 24], s.accent) +
      rect([230, 400, 330, 22], s.spark) +
      clipped(
        s,
        rect([230, 422, 330, 130], '#000'),
        rect([230, 422, 330, 130], s.accent) +
          repeat(4, (i) => shape(`M${240 + i * 82} 552V480a41 41 0 0 1 82 0V552Z`, i % 2 ? s.spark : s.main)),
      ) +
      rect([230, 552, 330, 18], s.spark) +
      rect([258, 300, 22, 330], s.spark, 'rx="11" opacity=".4"') +
      repeat(3, (i) => stroke(`M${330 + i * 66} 220q-26 -34 0 -66t0 -66`, s.ink, 11, 'opacity=".45"')) +
      spray(s, [500, 560, 100, 110], s.ink, 260),
  )

const tote: Motif = (s) =>
  stand(
    s,
    stroke('M300 330C290 110 510 110 500 330', s.ink, 26) +
      polygon([196, 300, 604, 300, 632, 664, 168, 664], s.spark) +
      polygon([560, 300, 604, 300, 632, 664, 540, 664], s.ink, 'opacity=".1"') +
      rect([280, 296, 40, 60], s.ink) +
      rect([480, 296, 40, 60], s.ink) +
      circle([400, 500, 106], s.main) +
      repeat(5, (i) =>
        shape(`M${294 + i * 53} 500q26 -60 53 0q-26 60 -53 0z`, i % 2 ? s.accent : s.ink, 'opacity=".9"'),
      ) +
      mist(s, [180, 460, 440, 200], s.ink, 320),
  )

const tube: Motif = (s) =>
  stand(
    s,
    group(
      rect([-250, -64, 420, 128], s.main, 'rx="10"') +
        ellipse([-250, 0], [30, 64], s.ink) +
        rect([150, -72, 100, 144], s.ink, 'rx="10"') +
        repeat(5, (i) =>
          polygon([-210 + i * 74, -64, -180 + i * 74, -64, -210 + i * 74, 64, -240 + i * 74, 64], s.spark),
        ) +
        rect([-250, -40, 400, 16], s.ground, 'opacity=".35"'),
      'transform="translate(400 530) rotate(-24)"',
    ) +
      group(
        rect([-96, -200, 250, 350], s.spark, 'rx="4"') +
          rect([-76, -180, 210, 310], s.accent) +
          circle([30, -50, 76], s.main) +
          polygon([-76, 130, -76, 40, 20, -30, 134, 60, 134, 130], s.ink),
        'transform="translate(400 330) rotate(7)"',
      ) +
      spray(s, [420, 420, 160, 160], s.ink, 200),
    250,
  )

const vinyl: Motif = (s) =>
  stand(
    s,
    circle([500, 400, 216], s.ink) +
      repeat(7, (i) => ring([500, 400, 204 - i * 17], s.veil, 2, 'opacity=".4"')) +
      circle([500, 400, 72], s.main) +
      circle([500, 400, 12], s.ground) +
      rect([140, 190, 420, 420], s.accent) +
      clipped(
        s,
        rect([140, 190, 420, 420], '#000'),
        circle([350, 400, 150], s.spark) +
          repeat(8, (i) => rect([140, 400 + i * 28, 420, 6 + i * 2], s.accent)) +
          polygon([140, 610, 250, 480, 340, 560, 440, 440, 560, 610], s.ink) +
          mist(s, [140, 190, 420, 420], s.ground, 420),
      ) +
      rect([140, 190, 16, 420], s.ink, 'opacity=".3"'),
    270,
  )

const cap: Motif = (s) =>
  stand(
    s,
    shape('M200 500C180 300 300 220 410 222C540 226 620 330 610 500Z', s.main) +
      shape('M410 222C390 300 380 420 390 500H200C180 300 300 220 410 222Z', s.accent) +
      shape('M360 490Q560 440 720 560Q700 610 600 590Q460 560 360 570Z', s.ink) +
      circle([408, 220, 18], s.spark) +
      stroke('M410 236C470 300 500 400 500 492', s.ground, 4, 'stroke-dasharray="3 12"') +
      polygon(
        [286, 330, 304, 372, 350, 376, 315, 404, 327, 448, 286, 424, 246, 448, 258, 404, 222, 376, 268, 372],
        s.spark,
      ) +
      spray(s, [500, 430, 110, 90], s.ink, 260),
    240,
  )

const scarf: Motif = (s) => {
  const fringe = (x: number, y: number) => repeat(9, (i) => stroke(`M${x + i * 15} ${y}v40`, s.ink, 6))
  return stand(
    s,
    fringe(232, 640) +
      fringe(452, 600) +
      rect([226, 300, 132, 344], s.main) +
      repeat(4, (i) => rect([226, 350 + i * 78, 132, 38], i % 2 ? s.spark : s.ink)) +
      rect([446, 300, 132, 304], s.main) +
      repeat(4, (i) => rect([446, 340 + i * 70, 132, 36], i % 2 ? s.ink : s.spark)) +
      shape(
        'M226 330C220 170 330 150 400 152C480 150 590 170 580 330C560 400 500 420 400 420C300 420 240 400 226 330Z',
        s.accent,
      ) +
      shape('M300 300Q400 220 500 300Q470 350 400 350Q330 350 300 300Z', s.veil) +
      stroke('M250 330Q400 440 556 330M256 280Q400 380 548 270', s.spark, 12) +
      mist(s, [226, 200, 354, 440], s.ink, 420),
  )
}

const notebook: Motif = (s) =>
  stand(
    s,
    group(
      rect([-170, -226, 350, 450], s.ink, 'rx="14" opacity=".2"') +
        rect([-182, -236, 350, 450], s.spark, 'rx="12"') +
        rect([-190, -244, 350, 450], s.main, 'rx="12"') +
        rect([-190, -244, 52, 450], s.ink, 'rx="12"') +
        rect([96, -244, 22, 450], s.accent) +
        rect([-96, -170, 160, 110], s.spark, 'rx="6"') +
        stroke('M-74 -136H42M-74 -104H10', s.ink, 7) +
        mist(s, [-190, -40, 350, 240], s.ink, 260) +
        repeat(6, (i) => circle([-166, -200 + i * 72, 9], s.spark)),
      'transform="translate(400 420) rotate(-8)"',
    ) +
      group(
        rect([-12, -210, 24, 380], s.accent) +
          polygon([-12, 170, 12, 170, 0, 214], s.spark) +
          rect([-12, -226, 24, 34], s.ink),
        'transform="translate(640 430) rotate(14)"',
      ),
    240,
  )

const glasses: Motif = (s) => {
  const barrel = (x: number, turn: number) =>
    group(
      polygon([-60, -180, 60, -180, 84, 120, -84, 120], s.main) +
        rect([-70, -210, 140, 44], s.ink, 'rx="14"') +
        rect([-96, 100, 192, 58], s.spark, 'rx="20"') +
        rect([-70, -60, 140, 22], s.spark) +
        rect([-78, 30, 156, 16], s.ink) +
        polygon([-46, -166, -22, -166, -30, 100, -62, 100], s.ground, 'opacity=".35"') +
        ellipse([0, 152], [84, 20], s.ink) +
        ellipse([0, 152], [62, 13], s.accent),
      `transform="translate(${x} 410) rotate(${turn})"`,
    )
  return stand(
    s,
    rect([330, 330, 140, 40], s.ink, 'rx="12"') +
      rect([350, 440, 100, 30], s.ink, 'rx="12"') +
      circle([400, 350, 44], s.spark) +
      circle([400, 350, 24], s.ink) +
      barrel(286, 5) +
      barrel(514, -5) +
      stroke('M600 520C720 560 690 690 560 690', s.accent, 11) +
      spray(s, [560, 470, 90, 150], s.ink, 200) +
      spray(s, [330, 470, 90, 150], s.ink, 200),
    260,
  )
}

const pins: Motif = (s) =>
  circle([400, 400, 310], s.veil) +
  rect([180, 120, 440, 560], s.spark, 'rx="20"') +
  rect([180, 120, 440, 90], s.ink, 'rx="20"') +
  rect([180, 180, 440, 30], s.ink) +
  circle([400, 164, 16], s.spark) +
  circle([300, 330, 70], s.main) +
  stroke('M262 330q38 52 76 0', s.spark, 11) +
  circle([276, 306, 9], s.spark) +
  circle([324, 306, 9], s.spark) +
  polygon(
    [500, 262, 520, 312, 572, 316, 532, 350, 546, 402, 500, 374, 454, 402, 468, 350, 428, 316, 480, 312],
    s.accent,
  ) +
  rect([240, 470, 130, 92], s.accent, 'rx="12"') +
  repeat(4, (i) => circle([240, 486 + i * 20, 7], s.spark) + circle([370, 486 + i * 20, 7], s.spark)) +
  stroke('M276 500h58M276 530h38', s.spark, 7) +
  shape(
    'M500 460C540 500 570 520 556 560C544 600 500 596 500 570C500 596 456 600 444 560C430 520 460 500 500 460Z',
    s.main,
  ) +
  repeat(4, (i) => ring([[300, 500, 305, 500][i] ?? 0, [330, 340, 516, 530][i] ?? 0, 92], s.ink, 2, 'opacity=".14"')) +
  mist(s, [180, 420, 440, 260], s.ink, 160)

const umbrella: Motif = (s) => {
  const canopy =
    'M-290 60Q-270 -230 0 -236Q270 -230 290 60Q242 16 194 60Q145 16 97 60Q48 16 0 60Q-48 16 -97 60Q-145 16 -194 60Q-242 16 -290 60Z'
  return stand(
    s,
    group(
      stroke('M0 -280V240Q0 306 58 306T112 250', s.ink, 18) +
        shape(canopy, s.main) +
        shape(
          'M-194 60Q-190 -180 0 -236Q-100 -160 -97 60Q-145 16 -194 60ZM97 60Q100 -160 0 -236Q190 -180 194 60Q145 16 97 60Z',
          s.spark,
        ) +
        shape('M-97 60Q-100 -160 0 -236Q100 -160 97 60Q48 16 0 60Q-48 16 -97 60Z', s.accent) +
        clipped(s, shape(canopy, '#000'), mist(s, [-100, -200, 400, 280], s.ink, 420)),
      'transform="translate(380 370) rotate(10)"',
    ),
    180,
  )
}

export const wares = {
  shirt,
  hoodie,
  mug,
  tote,
  tube,
  vinyl,
  cap,
  scarf,
  notebook,
  'opera-glasses': glasses,
  pins,
  umbrella,
}
