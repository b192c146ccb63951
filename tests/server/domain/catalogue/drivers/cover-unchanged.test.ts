import { expect, it } from 'vitest'
import { unchangedCovers } from '#server/domain/catalogue/drivers/cover-unchanged'

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

it('serves a picture unchanged', async () => {
  const picture = bytesOf('\u00ff\u00d8\u00ff\u00e0 and so on')
  expect(await unchangedCovers.square(picture, 96, 80)).toEqual(picture)
})

it('refuses formats that no cover uses', async () => {
  await expect(unchangedCovers.square(bytesOf('<svg>'), 96, 80)).rejects.toThrow('A cover must be')
})
