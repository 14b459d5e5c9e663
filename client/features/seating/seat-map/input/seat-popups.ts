// What is said beside a place of the map comes after the map: nobody points at it before it is there.
export { SeatCandidate } from './seat-candidate.tsx'
export { SeatTip } from './seat-tip.tsx'
