import { Module } from '@nestjs/common';
import { DialectsModule } from '../dialects.module';
import { ChannexController } from './channex.controller';
import { ChannexService } from './channex.service';

@Module({
  imports: [DialectsModule],
  controllers: [ChannexController],
  providers: [ChannexService],
})
export class ChannexModule {}
