import { z } from 'zod'

/** The state of a download in its client; why one failed is in the cause of its book. */
export const DOWNLOAD_STATES = ['queued', 'downloading', 'stalled', 'processing', 'completed'] as const

/** What a download client reports about the release grabbed for a book. */
export const downloadSchema = z
  .object({
    state: z.enum(DOWNLOAD_STATES).meta({
      description:
        '`stalled`: nothing arrives; `processing`: all of it is there and is being checked or unpacked; `completed`: it is not in the library yet',
    }),
    progress: z
      .number()
      .int()
      .min(0)
      .max(100)
      .nullable()
      .meta({ description: 'Whole percent; null while the client cannot tell' }),
    seconds_left: z.number().int().nullable().meta({ description: 'Null while the client cannot tell' }),
    speed: z.number().int().nullable().meta({ description: 'Bytes a second' }),
    client: z
      .string()
      .nullable()
      .meta({ description: 'Name of the download client; told to administrators alone' }),
    probably: z
      .boolean()
      .meta({ description: 'It was found by its name alone, so that it may be another download' }),
  })
  .meta({ id: 'Download' })
export type DownloadDto = z.infer<typeof downloadSchema>
export type DownloadState = DownloadDto['state']
