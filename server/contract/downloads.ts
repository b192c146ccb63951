import { z } from 'zod'

/** The state of a download in its client. Why one failed is in the cause of its book. */
export const DOWNLOAD_STATES = ['queued', 'downloading', 'stalled', 'processing', 'completed'] as const

/** What a download client reports about the release grabbed for a book. */
export const downloadSchema = z
  .object({
    state: z.enum(DOWNLOAD_STATES).meta({
      description:
        '`stalled`: no data is arriving; `processing`: downloaded, being checked or unpacked; `completed`: downloaded, not in the library yet',
    }),
    progress: z
      .number()
      .int()
      .min(0)
      .max(100)
      .nullable()
      .meta({ description: 'Whole percent; null while the client does not know' }),
    seconds_left: z.number().int().nullable().meta({ description: 'Null while the client does not know' }),
    speed: z.number().int().nullable().meta({ description: 'Bytes per second' }),
    client: z
      .string()
      .nullable()
      .meta({ description: 'Name of the download client; only for administrators' }),
    probably: z
      .boolean()
      .meta({ description: 'It was found only by its name, so it may be another download' }),
  })
  .meta({ id: 'Download' })
export type DownloadDto = z.infer<typeof downloadSchema>
export type DownloadState = DownloadDto['state']
