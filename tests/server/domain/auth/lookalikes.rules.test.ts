import { expect, it } from 'vitest'
import { imitates } from '#server/domain/auth/lookalikes.rules'

it.each([
  ['аӏех', 'alex'],
  ['АӏЕХ', 'Alex'],
  ['соѕ', 'cos'],
  ['ВОВ', 'Bob'],
  ['ΑΝΝΑ', 'Anna'],
  ['ᎬᏞ', 'EL'],
  ['ꓮꓠꓠ', 'ann'],
  ['ᗷᗅᑌᕼ', 'bauh'],
  ['rоmа'.replaceAll('r', 'г').replaceAll('m', 'м'), 'roma'],
  ['ёvа'.replaceAll('v', 'ѵ'), 'ëva'],
  ['ϲοοκ', 'cook'],
  ['aIex', 'alex'],
  ['A1ex', 'Alex'],
  ['a|ex', 'ALEX'],
  ['Ieo', 'Leo'],
  ['lda', 'Ida'],
  ['b0b', 'Bob'],
  ['B0B', 'bob'],
  ['rnila', 'Mila'],
  ['torn', 'tom'],
  ['vvanda', 'Wanda'],
  ['аӏех', 'A1ex'],
  ['іԁа', 'Ida'],
  ['anna1', 'annal'],
])('%s imitates %s, and the other way round', (one, other) => {
  expect([imitates(one, ['mila', other]), imitates(other, [one])]).toEqual([true, true])
})

it.each([
  ['Зоя', 'Zoe'],
  ['Дмитрий', 'Dmitri'],
  ['Ольга', 'Olga'],
  ['Γιώργος', 'Giorgos'],
  ['田中', 'Tanaka'],
  ['alexa', 'alex'],
  ['Alex', 'alex'],
  ['Александр', 'александра'],
  ['lda', 'ida'],
  ['mila', 'milla'],
  ['anna1', 'anna2'],
  ['bob', 'bub'],
])('%s does not imitate %s', (one, other) => {
  expect(imitates(one, [other])).toBe(false)
})
