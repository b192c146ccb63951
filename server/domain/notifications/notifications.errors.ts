import { defineProblem } from '#server/problem'

export const targetNameTaken = defineProblem('target_name_taken', 409, 'Name taken')

export const unknownTarget = defineProblem('unknown_target', 404, 'No such target')

export const unknownDelivery = defineProblem('unknown_delivery', 404, 'No such delivery')

export const deliveryUnderWay = defineProblem('delivery_under_way', 409, 'Being sent')

export const personalNotificationsOff = defineProblem('personal_notifications_off', 403, 'Switched off')

export const tooManyTargets = defineProblem('too_many_targets', 409, 'Too many targets')
