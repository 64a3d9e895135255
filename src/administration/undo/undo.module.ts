import { Module } from '@nestjs/common';
import { CalendarModule } from '../../calendar/calendar.module';
import { HistoryModule } from '../../calendar/history/history.module';
import { InventoryModule } from '../../inventory/inventory.module';
import { JournalModule } from '../../push/journal/journal.module';
import { PricingModule } from '../../pricing/pricing.module';
import { PushModule } from '../../push/push.module';
import { RoomModule } from '../../room/room.module';
import { CellPastsService } from './cell-pasts.service';
import { UndoPastRepository } from './undo-past.repository';
import { PushedCellsRepository } from './pushed-cells.repository';
import { PlansUndoService } from './plans-undo.service';
import { StepPlanner } from './step-planner';
import { UndoAdminController } from './undo.admin.controller';
import { UndoJournalRepository } from './undo-journal.repository';
import { UndoRepository } from './undo.repository';
import { UndoService } from './undo.service';
import { UndoStepService } from './undo-step.service';
import { DEFAULT_TIMING, UNDO_TIMING } from './undo.timing';
import { UndoWorker } from './undo.worker';

/** Undoes pushes, releases, recalculations, changes of several rate plans, and undos. */
@Module({
  imports: [
    CalendarModule,
    HistoryModule,
    InventoryModule,
    JournalModule,
    PricingModule,
    PushModule,
    RoomModule,
  ],
  controllers: [UndoAdminController],
  providers: [
    CellPastsService,
    UndoPastRepository,
    PushedCellsRepository,
    PlansUndoService,
    StepPlanner,
    UndoJournalRepository,
    UndoRepository,
    UndoService,
    UndoStepService,
    UndoWorker,
    { provide: UNDO_TIMING, useValue: DEFAULT_TIMING },
  ],
  exports: [UndoRepository],
})
export class UndoModule {}
