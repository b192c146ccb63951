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
])('%s does not imitate %s', (one, other) => {
  expect(imitates(one, [other])).toBe(false)
})
