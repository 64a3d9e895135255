import { OmitType } from '@nestjs/swagger';
import { ClosureView } from '../closures/closure.dto';

/** A closure in the calendar of its room. */
export class ShownClosure extends OmitType(ClosureView, ['roomId', 'openedAt', 'openedBy'] as const) {}
