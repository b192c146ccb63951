import { defineError } from '#server/errors'

export const targetNameTaken = defineError({ code: 'target_name_taken', status: 409, title: 'Name taken' })

export const unknownTarget = defineError({ code: 'unknown_target', status: 404, title: 'No such target' })

export const unfitTarget = defineError({ code: 'validation_failed', status: 422, title: 'Invalid input' })

export const unknownDelivery = defineError({
  code: 'unknown_delivery',
  status: 404,
  title: 'No such delivery',
})

export const deliveryUnderWay = defineError({
  code: 'delivery_under_way',
  status: 409,
  title: 'Being sent',
})

export const personalNotificationsOff = defineError({
  code: 'personal_notifications_off',
  status: 403,
  title: 'Switched off',
})

export const tooManyTargets = defineError({
  code: 'too_many_targets',
  status: 409,
  title: 'Too many targets',
})
