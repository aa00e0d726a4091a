"""From pieces to sheets: packing, fronts and backs on leaves, marks outside the art, what a job will take."""
