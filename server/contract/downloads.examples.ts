import { downloadSchema } from './downloads'
import { example } from './example'

example(downloadSchema, {
  state: 'downloading',
  progress: 43,
  seconds_left: 720,
  speed: 1_200_000,
  client: 'Seedbox',
})
