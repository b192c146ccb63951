import { defineError } from '#server/errors'

export const targetNameTaken = defineError({ code: 'target_name_taken', status: 409, title: 'Name taken' })

export const unknownTarget = defineError({ code: 'unknown_target', status: 404, title: 'No such target' })

export const unfitTarget = defineError({ code: 'validation_failed', status: 422, title: 'Invalid input' })
