import { rowText } from '#domain/places.ts'

/** Texts about found places, loaded together with the search. `at`: the searched prices in words. */
export const foundTexts = {
  inTwoRows: (at: string) => `There are not as many good seats side by side${at}: these are in two rows.`,
  atTables: (at: string, tables: string) => `There are not as many seats together${at}: these are ${tables}.`,
  tableWith: (name: string, seats: number) => `${rowText(name)} (${seats})`,
  nearby: (at: string) => `There are not as many seats together${at}: these are near to one another.`,
  apart: (at: string) => `There are not as many seats together${at}: these are in different parts of the house.`,
  standingInstead: (at: string) => `There are not as many seats left${at}: these are standing places.`,
}
